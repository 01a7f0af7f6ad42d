/** Each room's number: how many lines its files may have, so that what was made small stays so. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesUnder } from './build-inputs.mjs';
import { writeFormatted } from './formatted.mjs';

/** @typedef {{ folders: string[], lines: number }} Room a folder that ends with `/*` stands for the files in it alone */
/** @typedef {{ rooms: Record<string, Room>, src: number }} Rooms `src`: the number of all of it together */
/** @typedef {{ room: string, lines: number, number: number }} Counted */

const FILE = 'rooms.json';

/** Where every file belongs to a room. */
const FOLDERS = ['src', 'workers', 'scripts', 'bench', 'tests'];

const CODE = /^(?!.*\/node_modules\/).*\.(?:ts|svelte|css|wgsl|as|mjs|py)$/;

/** How much a room may grow: a repair never needs dense lines. */
const ROOM_TO_GROW = 1.03;

/**
 * @param {string} project its folder
 * @returns {{ counted: Counted[], homeless: string[] }} lines as `wc -l` counts them; homeless: files of no room, or of several
 */
export function countRooms(project) {
  const { rooms, src } = readRooms(project);
  const counted = Object.entries(rooms).map(([room, { lines }]) => ({ room, lines: 0, number: lines }));
  const whole = { room: 'src', lines: 0, number: src };
  const homeless = [];
  for (const path of FOLDERS.flatMap((folder) => filesUnder(project, folder))) {
    if (!CODE.test(path)) continue;
    const own = Object.values(rooms).map(({ folders }) => folders.some((folder) => isIn(path, folder)));
    const lines = readFileSync(join(project, path)).filter((byte) => byte === 0x0a).length;
    const at = own.indexOf(true);
    const room = counted[at];
    if (room === undefined) homeless.push(`${path} belongs to no room`);
    else if (own.includes(true, at + 1)) homeless.push(`${path} belongs to several rooms`);
    else room.lines += lines;
    if (path.startsWith('src/')) whole.lines += lines;
  }
  return { counted: [...counted, whole], homeless };
}

/**
 * @param {string} project
 * @returns {string[]} what is wrong, a sentence each
 */
export function roomFaults(project) {
  const { counted, homeless } = countRooms(project);
  const grown = counted
    .filter(({ lines, number }) => lines > number)
    .map(({ room, lines, number }) => `${room} has ${lines} lines; its number is ${number}.`);
  return [...homeless.map((fault) => `${fault} of ${FILE}.`), ...grown];
}

/** Each number becomes the lower of itself and the lines of now with room to grow. @param {string} project */
export async function lowerRooms(project) {
  const file = readRooms(project);
  for (const { room, lines, number } of countRooms(project).counted) {
    const lower = Math.min(number, Math.ceil(lines * ROOM_TO_GROW));
    const own = file.rooms[room];
    if (own === undefined) file.src = lower;
    else own.lines = lower;
  }
  await writeFormatted(join(project, FILE), JSON.stringify(file));
}

/** @param {string} project @returns {Rooms} */
function readRooms(project) {
  return JSON.parse(readFileSync(join(project, FILE), 'utf8'));
}

/** @param {string} path @param {string} folder */
function isIn(path, folder) {
  if (!folder.endsWith('/*')) return path.startsWith(`${folder}/`);
  const parent = folder.slice(0, -1);
  return path.startsWith(parent) && !path.slice(parent.length).includes('/');
}
