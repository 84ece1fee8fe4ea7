import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatList } from '../../../lib/format/format-list.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { editSentence, librariesOf, wiringOf } from './guide-text.ts';
import type { Editing } from './use-project-form.ts';
import type { MadeSketch } from './use-sketch-of.ts';

/** How the sketch gets onto a board: what to mind, what to connect, and the steps. */
export function GuideCard({ editing, sketch }: { editing: Editing; sketch: MadeSketch }) {
  const wiring = wiringOf(editing.form, editing.catalog);
  const notes = sketch.files?.notes ?? [];
  return (
    <Card className="project-card project-guide" aria-labelledby="guide-title">
      <h2 id="guide-title">{t`Put it on a board`}</h2>
      {notes.length > 0 && (
        <ul className="guide-notes" aria-label={t`Notes`}>
          {notes.map((note) => (
            <li key={note} className="project-note">
              <Icon of={IconInfoCircle} size={16} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      {wiring.length > 0 && (
        <Part title={t`Wiring`}>
          <ul className="guide-list">
            {wiring.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t`Steps`}>
        <Steps editing={editing} sketch={sketch} />
      </Part>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Steps({
  editing: { form, catalog, board },
  sketch: { files, format },
}: {
  editing: Editing;
  sketch: MadeSketch;
}) {
  const isEsp8266 = board?.family === 'esp8266';
  const isArduino = format === 'arduino';
  const boardPackage = isEsp8266
    ? t`esp8266 by ESP8266 Community, 3.1 or later`
    : t`esp32 by Espressif Systems, 3.0 or later`;
  const libraries = formatList(librariesOf(form, catalog));
  const fileName = files?.files[0]?.path ?? '*.ino';
  return (
    <ol className="guide-steps">
      {isArduino && (
        <li>
          <Trans>
            In the Arduino IDE, open Tools › Board › Boards Manager and install <b>{boardPackage}</b>.
          </Trans>
        </li>
      )}
      {isArduino && (
        <li>
          <Trans>
            Open Tools › Manage Libraries and install <b>{libraries}</b>.
          </Trans>
        </li>
      )}
      <li>
        {isArduino ? (
          <Trans>
            Download and unpack the zip, then open <code>{fileName}</code>.
          </Trans>
        ) : (
          t`Download and unpack the zip, then open the folder in PlatformIO.`
        )}{' '}
        {t`Keep the files together: one of them holds the address of your server.`}
      </li>
      <li>{editSentence(files)}</li>
      <li>
        {isArduino
          ? t`Connect the board by USB, choose the board and its port under Tools, and press Upload.`
          : t`Connect the board by USB and press Upload. PlatformIO installs the libraries.`}{' '}
        <Trans>
          Already have a .bin file? <Link to="/code/flash">Flash by cable</Link>.
        </Trans>
      </li>
      <li>
        <Trans>
          The board appears in your devices once it is on your Wi-Fi. <Link to="/device?add=1">Wait for it here</Link>.
        </Trans>
      </li>
    </ol>
  );
}
