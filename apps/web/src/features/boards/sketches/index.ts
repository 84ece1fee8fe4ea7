export { downloadZip, isHost, useSketchCatalog } from './sketches.ts';
