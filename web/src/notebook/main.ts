// The page of a picture in a notebook: the board of the client, with everything that it needs in one file.

import "./fonts.css";
import "../app.css";
import { mount } from "svelte";
import { loadTexts } from "../lib/language";
import { lookOf } from "../lib/look";
import StillTable from "./StillTable.svelte";
import type { Still } from "../lib/types";

declare global {
  interface Window {
    /** Set by the page before this script runs. */
    still: Still;
  }
}

const { still } = window;
const [look] = await Promise.all([
  lookOf(still.game, () =>
    Promise.resolve(still.look ?? { faces: {}, art: "", cover: "", table: "", readable: 0, drawn: [] }),
  ),
  loadTexts(),
]);
mount(StillTable, { target: document.body, props: { still, look } });
