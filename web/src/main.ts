import "@fontsource-variable/inter";
// The weights in use, each a file that is fetched where it is first drawn: a third of the variable font, which has all.
import "@fontsource/source-serif-4/400-italic.css";
import "@fontsource/source-serif-4/500-italic.css";
import "@fontsource/source-serif-4/600-italic.css";
import "@fontsource/barlow-condensed/700.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadTexts } from "./lib/language";
import { startRouter } from "./lib/router.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

startRouter();
await loadTexts();
export default mount(App, { target });
