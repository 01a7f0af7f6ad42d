/** DuckDB's build for a browser looks for it as soon as it is imported; no test starts one. */

Object.assign(globalThis, { Worker: EventTarget });
