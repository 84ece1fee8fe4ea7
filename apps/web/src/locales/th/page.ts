import { rewriteTexts } from '../../lib/language/rewrite-texts.ts';
import { withoutMarks, withUnbrokenWords } from './unbroken-words.ts';

rewriteTexts({ rewrite: withUnbrokenWords, restore: withoutMarks });
