/** Prints one picture alone. */

/** Opens the browser's print dialog, which also saves a PDF with letters as letters. The page is as it was afterwards. */
export function printPicture(picture: SVGSVGElement): void {
  const sheet = document.createElement('div');
  sheet.className = 'printed';
  sheet.append(picture);
  document.body.append(sheet);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
