/**
 * A folder for browsers whose drivers choose files only: the files are real uploads to an input made for them, and the
 * page's own input is told that they came as a folder, with the paths that the browser would have written on them.
 */

import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import type { Driver } from './driver';

const COURIER = 'courier';

export async function setFolderByFiles(
  driver: Pick<Driver, 'evaluate' | 'setFiles'>,
  xpath: string,
  folder: string,
): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const paths = files.map((file) => join(basename(folder), relative(folder, file)));
  await driver.evaluate(`(() => {
    const courier = document.createElement('input');
    Object.assign(courier, { id: '${COURIER}', type: 'file', multiple: true });
    document.body.append(courier);
  })()`);
  await driver.setFiles(`//input[@id='${COURIER}']`, files);
  await driver.evaluate(`(() => {
    const courier = document.getElementById('${COURIER}');
    const paths = ${JSON.stringify(paths)};
    const files = [...courier.files];
    files.forEach((file, i) => Object.defineProperty(file, 'webkitRelativePath', { value: paths[i] }));
    const input = document.evaluate(${JSON.stringify(xpath)}, document, null, 9).singleNodeValue;
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    delete input.files;
    courier.remove();
  })()`);
}
