export { FormNote } from '../../ui/form-note.tsx';
