/** Hands files to the browser's downloads; nothing is sent. */

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves texts, one after the other, under a file name. */
export function saveText(name: string, type: string, ...texts: readonly string[]): void {
  saveFile(name, new Blob([...texts], { type: `${type};charset=utf-8` }));
}
