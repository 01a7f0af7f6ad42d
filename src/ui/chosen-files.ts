/** What an input of files was given. */

/** A listener that takes the files; the input is empty again, so that one can be chosen anew once it was mended. */
export function taking(take: (files: File[]) => unknown) {
  return ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }): void => {
    const files = [...(input.files ?? [])];
    input.value = '';
    void take(files);
  };
}
