import { expect, test } from "vitest";
import { ago } from "./time";

const NOW = Date.parse("1945-04-20T12:00:00Z");

test("times are told as people say them", () => {
  expect(ago("1945-04-20T11:59:40Z", NOW)).toBe("this minute");
  expect(ago("1945-04-20T09:10:00Z", NOW)).toBe("2 hours ago");
  expect(ago("1945-04-19T11:00:00Z", NOW)).toBe("yesterday");
  expect(ago("1945-04-23T12:00:00Z", NOW)).toBe("in 3 days");
  expect(ago("", NOW)).toBe("");
});
