import type { Box } from './geometry';
import type { BoardInfo } from './types';

/** A piece of the map's picture: where it lies on the board, how many points of the screen a unit of the board has. */
export interface Tile {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  level: number;
}

/** The side of a tile on its canvas. */
const POINTS = 512;
const LEVELS = [2, 3, 4];

/** How finely the map must be drawn at this zoom: 1 is as the plain tiles are. */
export function levelOf(zoom: number): number {
  if (zoom <= 1.15) return 1;
  return LEVELS.find((level) => level >= zoom * 0.9) ?? LEVELS[LEVELS.length - 1]!;
}

/** The tiles of a level that touch a box of the board. */
export function tilesIn(box: Box, board: BoardInfo, level: number): Tile[] {
  const size = POINTS / level;
  const found: Tile[] = [];
  const last = (length: number, end: number) => Math.min(Math.ceil(length / size), Math.ceil(end / size));
  for (let row = Math.max(0, Math.floor(box.y0 / size)); row < last(board.height, box.y1); row++) {
    for (let column = Math.max(0, Math.floor(box.x0 / size)); column < last(board.width, box.x1); column++) {
      const [x, y] = [column * size, row * size];
      const [w, h] = [Math.min(size, board.width - x), Math.min(size, board.height - y)];
      found.push({ key: `${level} ${column} ${row}`, x, y, w, h, level });
    }
  }
  return found;
}

/** The tiles nearest the middle of a box first. */
export function nearestFirst<T extends { x: number; y: number; w: number; h: number }>(tiles: T[], box: Box): T[] {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  const far = (tile: T) => Math.hypot(tile.x + tile.w / 2 - x, tile.y + tile.h / 2 - y);
  return tiles.sort((a, b) => far(a) - far(b));
}

/** Draws a part of the picture on a canvas of this size, once: a canvas that can be drawn on again is copied by the
    browser in every frame, a bitmap is shown as it is. `also` may copy from it. */
export function imprint(
  canvas: HTMLCanvasElement,
  picture: HTMLImageElement,
  part: { x: number; y: number; w: number; h: number },
  also: (drawn: OffscreenCanvas) => void = () => undefined,
): void {
  const sheet = new OffscreenCanvas(canvas.width, canvas.height);
  sheet
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(picture, part.x, part.y, part.w, part.h, 0, 0, sheet.width, sheet.height);
  also(sheet);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(sheet.transferToImageBitmap());
}
