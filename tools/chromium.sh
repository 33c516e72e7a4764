#!/bin/sh
# Prints the path of a Chromium for the browser tests; installs Debian's when there is none and that is allowed.
set -eu

find_chromium() {
    if [ -n "${SANDTABLE_CHROMIUM:-}" ]; then
        command -v "$SANDTABLE_CHROMIUM" && return 0
        echo "SANDTABLE_CHROMIUM names $SANDTABLE_CHROMIUM, and that is no program." >&2
        exit 1
    fi
    # The shell is the same engine without windows: it takes half the CPU time.
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 || true
    for package in chromium-headless-shell chromium; do
        if apt-get install -y -qq --no-install-recommends "$package" >&2; then break; fi
    done
    find_chromium && exit 0
fi
echo "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set SANDTABLE_CHROMIUM to its path." >&2
exit 1
