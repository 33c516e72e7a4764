import "@fontsource-variable/inter";
import "@fontsource-variable/source-serif-4/wght-italic.css";
import "@fontsource/barlow-condensed/500.css";
import "@fontsource/barlow-condensed/700.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouter } from "./lib/router.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

startRouter();
export default mount(App, { target });
