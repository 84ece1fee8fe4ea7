import type { LandPiece } from './land.ts';
import { densityOf, drawLand, type MapColours } from './map-drawing.ts';
import { type MapSize, type MapViewport, toScreen, worldSize } from './mercator.ts';

/** What the layer shows. */
export type LandScene = { viewport: MapViewport; size: MapSize; land: readonly LandPiece[]; colours: MapColours };

/** So far around the map the land is drawn as well, px: that much it is moved without being drawn again. */
const marginPx = 192;
/** Borders look soft or coarse beyond these sizes of what was drawn. */
const [least, max] = [0.6, 1.7];
/** A zoom rests when nothing came for this long. */
const settleMs = 120;

/**
 * Land and its borders on a canvas of their own, larger than the map. Thousands of corners take longer than a frame, so that a move
 * shifts what is drawn, and a zoom stretches it until the zoom rests.
 */
export class LandLayer {
  readonly #canvas: HTMLCanvasElement;
  #drawn: LandScene | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  show(scene: LandScene): void {
    clearTimeout(this.#timer);
    const { viewport, size, land, colours } = scene;
    const drawn = this.#drawn;
    if (!drawn || drawn.land !== land || drawn.colours !== colours || !isSameSize(drawn.size, size)) {
      this.#draw(scene);
      return;
    }
    const scale = worldSize(viewport.zoom) / worldSize(drawn.viewport.zoom);
    const { left, top } = toScreen(drawn.viewport, viewport, size);
    const [dx, dy] = [left - size.width / 2, top - size.height / 2];
    const isCovered =
      Math.abs(dx) <= scale * (size.width / 2 + marginPx) - size.width / 2 &&
      Math.abs(dy) <= scale * (size.height / 2 + marginPx) - size.height / 2;
    if (!isCovered || scale < least || scale > max) {
      this.#draw(scene);
      return;
    }
    this.#canvas.style.transform = `translate(${Math.round(dx)}px, ${Math.round(dy)}px) scale(${scale})`;
    if (scale !== 1) this.#timer = setTimeout(() => this.#draw(scene), settleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #draw(scene: LandScene): void {
    const { viewport, land, colours } = scene;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const density = densityOf(this.#canvas);
    const size = { width: scene.size.width + 2 * marginPx, height: scene.size.height + 2 * marginPx };
    const { style } = this.#canvas;
    this.#canvas.width = Math.round(size.width * density);
    this.#canvas.height = Math.round(size.height * density);
    context.scale(density, density);
    drawLand({ context, viewport, size, colours }, land);
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    style.left = `${-marginPx}px`;
    style.top = `${-marginPx}px`;
    style.transform = '';
    this.#drawn = scene;
  }
}

const isSameSize = (a: MapSize, b: MapSize) => a.width === b.width && a.height === b.height;
