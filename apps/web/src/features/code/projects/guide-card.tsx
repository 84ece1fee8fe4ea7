import type { SketchResponse } from '@cyno/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
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
      <h2 id="guide-title">Put it on a board</h2>
      {notes.length > 0 && (
        <ul className="guide-notes" aria-label="To mind">
          {notes.map((note) => (
            <li key={note} className="project-note">
              <Icon of={IconInfoCircle} size={16} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      {wiring.length > 0 && (
        <Part title="Wiring">
          <ul className="guide-list">
            {wiring.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Steps">
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
  return (
    <ol className="guide-steps">
      {isArduino && (
        <li>
          In the Arduino IDE, install the board package{' '}
          <b>{isEsp8266 ? 'esp8266 by ESP8266 Community, 3.1 or later' : 'esp32 by Espressif Systems, 3.0 or later'}</b>{' '}
          under Tools › Board › Boards Manager.
        </li>
      )}
      {isArduino && (
        <li>
          Under Tools › Manage Libraries, install <Names names={librariesOf(form, catalog)} />.
        </li>
      )}
      <li>
        Download the zip, unpack it, and open {isArduino ? <FileName files={files} /> : 'the folder in PlatformIO'}.
        Keep its files together: one of them tells the library which server to use.
      </li>
      <li>{editSentence(files)}</li>
      <li>
        {isArduino
          ? 'Connect the board over USB, choose it and its port under Tools, and press Upload.'
          : 'Connect the board over USB and press Upload. PlatformIO fetches the libraries by itself.'}{' '}
        You have built a .bin already? <Link to="/code/flash">Flash it by cable</Link> from here.
      </li>
      <li>
        The board appears among your devices by itself as soon as it is in your Wi-Fi.{' '}
        <Link to="/device?add=1">Watch it arrive</Link>.
      </li>
    </ol>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && (index === names.length - 1 ? ' and ' : ', ')}
      <b>{name}</b>
    </span>
  ));
}

function FileName({ files }: { files: SketchResponse | undefined }) {
  return files?.files[0] ? <code>{files.files[0].path}</code> : 'the sketch';
}
