import "@fontsource-variable/eb-garamond/wght.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./look/tokens.css";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("page")! });
