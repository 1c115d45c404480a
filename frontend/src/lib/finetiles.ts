import type { Box } from './geometry';
import { imprint, levelOf, nearestFirst, tilesIn, type Tile } from './tiles';
import type { BoardInfo } from './types';

const MOST = 60;

/** The map close up: finer tiles of what is in sight, drawn one in a frame while the board rests. */
export class FineTiles {
  private readonly kept = new Map<string, { tile: Tile; canvas: HTMLCanvasElement }>();
  private busy = false;
  private gone = false;

  constructor(
    private readonly board: BoardInfo,
    private readonly picture: HTMLImageElement,
    private readonly sheet: HTMLElement,
    private readonly sight: () => Box,
    private readonly moving: () => boolean,
  ) {}

  close(): void {
    this.gone = true;
  }

  /** Draws what is missing at this zoom, until the board moves. */
  async refine(zoom: () => number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (!this.gone && !this.moving()) {
      const level = levelOf(zoom());
      const box = this.sight();
      const wanted = level === 1 ? [] : tilesIn(box, this.board, level);
      const missing = wanted.filter((tile) => !this.kept.has(tile.key));
      if (missing.length === 0) {
        // coarser tiles were left to be looked at meanwhile
        this.forget((tile) => tile.level !== level);
        const seen = new Set(wanted.map((tile) => tile.key));
        if (this.kept.size > MOST) this.forget((tile) => !seen.has(tile.key));
        break;
      }
      this.add(nearestFirst(missing, box)[0]!);
      await new Promise((next) => requestAnimationFrame(next));
    }
    this.busy = false;
  }

  private forget(unwanted: (tile: Tile) => boolean): void {
    for (const [key, { tile, canvas }] of this.kept) {
      if (!unwanted(tile)) continue;
      canvas.remove();
      this.kept.delete(key);
    }
  }

  private add(tile: Tile): void {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(tile.w * tile.level);
    canvas.height = Math.ceil(tile.h * tile.level);
    canvas.style.left = `${tile.x}px`;
    canvas.style.top = `${tile.y}px`;
    canvas.style.width = `${tile.w}px`;
    canvas.style.height = `${tile.h}px`;
    imprint(canvas, this.picture, tile);
    this.sheet.append(canvas);
    this.kept.set(tile.key, { tile, canvas });
  }
}
