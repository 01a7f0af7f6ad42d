/** DuckDB's build for a browser looks for it as soon as it is imported. */

Object.assign(globalThis, { Worker: class {} });
