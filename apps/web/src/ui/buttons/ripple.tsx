import { useEffect, useRef } from 'react';
import './ripple.css';

/** A wave from the point of a press. Put it last in a positioned, pressable element; the settings panel can switch it off. */
export function Ripple() {
  const layerRef = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const layer = layerRef.current;
    const host = layer?.parentElement;
    if (!layer || !host) return;
    const press = (event: PointerEvent) => drawWave(layer, event);
    host.addEventListener('pointerdown', press);
    return () => host.removeEventListener('pointerdown', press);
  }, []);
  return <span ref={layerRef} className="ripple" aria-hidden="true" />;
}

function drawWave(layer: HTMLElement, press: PointerEvent) {
  if (layer.clientWidth === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const box = layer.getBoundingClientRect();
  const x = press.clientX - box.left;
  const y = press.clientY - box.top;
  const radius = Math.hypot(Math.max(x, box.width - x), Math.max(y, box.height - y));
  const wave = document.createElement('span');
  wave.className = 'ripple-wave';
  wave.style.width = `${radius * 2}px`;
  wave.style.height = `${radius * 2}px`;
  wave.style.left = `${x - radius}px`;
  wave.style.top = `${y - radius}px`;
  wave.addEventListener('animationend', () => wave.remove());
  layer.append(wave);
}
