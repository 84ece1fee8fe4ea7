import './overlay.css';

/** React Aria writes a z-index of its own on what floats; ours comes from the specification (overlays 1000, modals 1100). */
export const floatingStyle = { zIndex: 'var(--z-floating)' };
