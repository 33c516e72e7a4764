import { afterEach, expect, test } from "vitest";
import { isOutdated } from "./outdated";

afterEach(() => {
  document.head.innerHTML = "";
});

test("a page of another build than the server's is outdated", () => {
  document.head.innerHTML = '<meta name="sandtable-build" content="abc" />';
  expect(isOutdated("abc")).toBe(false);
  expect(isOutdated("def")).toBe(true);
});

test("where one of the two is not known nothing is said", () => {
  expect(isOutdated("def")).toBe(false);
  document.head.innerHTML = '<meta name="sandtable-build" content="abc" />';
  expect(isOutdated("")).toBe(false);
  expect(isOutdated(undefined)).toBe(false);
});
