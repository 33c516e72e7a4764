// @vitest-environment node
import { expect, test } from "vitest";
import { deviceName } from "./device";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome, Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge, Windows",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox, Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1",
    "Safari, iPhone",
  ],
  ["python-httpx/0.28", "python-httpx/0.28"],
])("a browser is named as people know it: %s", (said, name) => {
  expect(deviceName(said)).toBe(name);
});
