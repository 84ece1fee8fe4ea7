import { useEffect, useState } from 'react';
import { noteMissingPart } from './missing-file.ts';
import { whenSaved } from './unsaved-changes.ts';

/** Stands in place of a part whose files did not come; throws `error` as soon as nothing on the page is unsaved. */
export function LeftOut({ error }: { error: unknown }) {
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    let isUnsaved = true;
    const forget = whenSaved(() => {
      isUnsaved = false;
      setSaved(true);
    });
    if (isUnsaved) noteMissingPart();
    return forget;
  }, []);
  if (isSaved) throw error;
  return null;
}
