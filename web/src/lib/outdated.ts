// Whether the server has been updated since this page was loaded.

/** The page was made from another build of the client than the one that the server serves now. */
export function isOutdated(served: string | undefined): boolean {
  const build = document.querySelector<HTMLMetaElement>('meta[name="sandtable-build"]')?.content;
  return Boolean(build && served && build !== served);
}
