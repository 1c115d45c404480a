/** Pointers on a board: click, drag, pan, pinch. Positions are relative to the element. */

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, sx: number, sy: number): void;
  click(sx: number, sy: number): void;
  hover(sx: number, sy: number): void;
  /** Whether something was taken up there; then it is carried instead of panning. */
  lift(sx: number, sy: number): boolean;
  carry(sx: number, sy: number): void;
  drop(sx: number, sy: number): void;
}

const STILL = 6;

export class Hands {
  private readonly down = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number } | null = null;
  private doing: 'nothing' | 'pan' | 'carry' | 'pinch' = 'nothing';

  constructor(private readonly gestures: Gestures) {}

  attach = (element: HTMLElement): (() => void) => {
    const at = (event: PointerEvent) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const own = (event: Event) => event.target instanceof Element && event.target.closest('[data-over]') === null;
    const pressed = (event: PointerEvent) => {
      if (!own(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
      element.setPointerCapture(event.pointerId);
      this.down.set(event.pointerId, at(event));
      if (this.down.size === 1) {
        this.start = at(event);
        this.doing = 'nothing';
      } else if (this.doing !== 'carry') this.doing = 'pinch';
    };
    const moved = (event: PointerEvent) => {
      const here = at(event);
      const before = this.down.get(event.pointerId);
      if (!before) {
        if (event.pointerType === 'mouse') this.gestures.hover(here.x, here.y);
        return;
      }
      if (this.doing === 'pinch') this.pinch(event.pointerId, before, here);
      else this.drag(before, here);
      this.down.set(event.pointerId, here);
    };
    const released = (event: PointerEvent) => {
      if (!this.down.delete(event.pointerId)) return;
      const here = at(event);
      if (this.down.size > 0) return;
      if (event.type === 'pointerup') {
        if (this.doing === 'nothing') this.gestures.click(here.x, here.y);
        if (this.doing === 'carry') this.gestures.drop(here.x, here.y);
      } else if (this.doing === 'carry') this.gestures.drop(-1e6, -1e6);
      this.doing = 'nothing';
      this.start = null;
    };
    element.addEventListener('pointerdown', pressed);
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerup', released);
    element.addEventListener('pointercancel', released);
    const left = () => this.gestures.hover(-1e6, -1e6);
    element.addEventListener('pointerleave', left);
    return () => {
      element.removeEventListener('pointerdown', pressed);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerup', released);
      element.removeEventListener('pointercancel', released);
      element.removeEventListener('pointerleave', left);
    };
  };

  private drag(before: { x: number; y: number }, here: { x: number; y: number }): void {
    if (this.doing === 'nothing' && this.start) {
      if (Math.hypot(here.x - this.start.x, here.y - this.start.y) < STILL) return;
      this.doing = this.gestures.lift(this.start.x, this.start.y) ? 'carry' : 'pan';
    }
    if (this.doing === 'carry') this.gestures.carry(here.x, here.y);
    else if (this.doing === 'pan') this.gestures.pan(here.x - before.x, here.y - before.y);
  }

  private pinch(id: number, before: { x: number; y: number }, here: { x: number; y: number }): void {
    const other = [...this.down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(here.x - other.x, here.y - other.y);
    this.gestures.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
    if (was > 10) this.gestures.zoom(is / was, (here.x + other.x) / 2, (here.y + other.y) / 2);
  }
}
