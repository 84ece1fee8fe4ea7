import { type Language, languageCodes, languageNames } from '@cyno/contract/languages';
import { t } from '@lingui/core/macro';
import { IconLanguage } from '@tabler/icons-react';
import { chooseBeforeLogin, useLanguage } from '../../lib/language/language.ts';
import { Icon } from '../graphics/icon.tsx';
import './language-select.css';

/** True until the list that the other language draws again has the focus that it had before. */
let isChosenHere = false;

function focusAgain(list: HTMLSelectElement | null) {
  if (list && isChosenHere) list.focus();
  if (list) isChosenHere = false;
}

function choose(language: Language) {
  isChosenHere = true;
  void chooseBeforeLogin(language);
}

/** Chooses the language where nobody need be logged in; each language is named in itself. */
export function LanguageSelect() {
  return (
    <span className="language-select">
      <Icon of={IconLanguage} size={18} />
      <select
        ref={focusAgain}
        aria-label={t`Language`}
        value={useLanguage()}
        onChange={(event) => choose(event.currentTarget.value as Language)}
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
