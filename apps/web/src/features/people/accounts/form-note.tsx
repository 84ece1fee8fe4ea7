export { FormNote } from '../../../ui/status/form-note.tsx';
