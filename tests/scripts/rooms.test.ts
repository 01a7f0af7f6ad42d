import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { lowerRooms, roomFaults } from '../../scripts/lib/rooms.mjs';
import { folderOfTest, writeFiles } from '../support/temporary';

let project: string;

const put = (path: string, lines: number) => writeFiles(project, { [path]: 'x\n'.repeat(lines) });

function rooms(numbers: { src: number; engine: number; root: number }): void {
  const file = {
    src: numbers.src,
    rooms: {
      engine: { lines: numbers.engine, folders: ['src/engine'] },
      root: { lines: numbers.root, folders: ['src/*', 'workers', 'scripts', 'bench', 'tests'] },
    },
  };
  writeFileSync(join(project, 'rooms.json'), JSON.stringify(file));
}

beforeEach(() => {
  project = folderOfTest();
  for (const folder of ['workers', 'scripts', 'bench', 'tests']) mkdirSync(join(project, folder));
  put('src/engine/run/run.ts', 200);
  put('src/engine/words.json', 1000);
  put('src/hash.ts', 10);
});

it('holds each room, and src in all, to its number', () => {
  rooms({ src: 210, engine: 200, root: 10 });
  expect(roomFaults(project)).toEqual([]);
  put('src/engine/more.svelte', 1);
  expect(roomFaults(project)).toEqual([
    'engine has 201 lines; its number is 200.',
    'src has 211 lines; its number is 210.',
  ]);
});

it('has a room for every file', () => {
  rooms({ src: 1000, engine: 1000, root: 1000 });
  put('src/new/room.ts', 1);
  expect(roomFaults(project)).toEqual(['src/new/room.ts belongs to no room of rooms.json.']);
});

it('is lowered to the lines and three per cent, and never raised', async () => {
  rooms({ src: 5000, engine: 201, root: 1000 });
  await lowerRooms(project);
  const { src, rooms: lowered } = JSON.parse(readFileSync(join(project, 'rooms.json'), 'utf8')) as {
    src: number;
    rooms: Record<string, { lines: number }>;
  };
  expect([src, lowered['engine']?.lines, lowered['root']?.lines]).toEqual([217, 201, 11]);
});
