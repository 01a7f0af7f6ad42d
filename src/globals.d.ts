/** Put in by vite.config.ts at build time. */
declare const __NEGSCOPE_VERSION__: string;
/** Commit of the build; nulls where there was no git. `modified`: whether its files differed from the commit. */
declare const __NEGSCOPE_COMMIT__: { readonly commit: string | null; readonly modified: boolean | null };
/** Runtime dependencies and the versions that package.json asks for. */
declare const __NEGSCOPE_LIBRARIES__: Record<string, string>;
/** The content security policy with which the page is to be served. */
declare const __NEGSCOPE_POLICY__: string;

/** WebGPU's flag constants: TypeScript's DOM library has the interfaces and not these values. */
declare const GPUBufferUsage: {
  readonly MAP_READ: number;
  readonly COPY_SRC: number;
  readonly COPY_DST: number;
  readonly UNIFORM: number;
  readonly STORAGE: number;
};
declare const GPUMapMode: { readonly READ: number };
