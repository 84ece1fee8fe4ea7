import { type Language, languageCodes, languageNames } from '@cyno/contract/languages';
import { t } from '@lingui/core/macro';
import { IconLanguage } from '@tabler/icons-react';
import { chooseLanguage, useLanguage } from '../../../lib/language/language.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './language-select.css';

/** Chooses the language of the pages before a login; each language is named in itself. */
export function LanguageSelect() {
  return (
    <span className="language-select">
      <Icon of={IconLanguage} size={18} />
      <select
        aria-label={t`Language`}
        value={useLanguage()}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </span>
  );
}
