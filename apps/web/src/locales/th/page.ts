import { rewriteTexts } from '../../lib/language/rewrite-texts.ts';
import { withoutMarks, withUnbrokenTerms } from './unbroken-terms.ts';

rewriteTexts({ rewrite: withUnbrokenTerms, restore: withoutMarks });
