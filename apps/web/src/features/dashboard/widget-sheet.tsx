import type { Device, WidgetContent } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { controlQuery } from '../../lib/control-query.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { FormNote } from '../../ui/form-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWidgetData } from './widget-data.ts';
import { WidgetFields } from './widget-fields.tsx';
import { contentProblem, newContent, type WidgetType, widgetKinds, widgetTypes } from './widget-kinds.ts';
import { WidgetView } from './widget-view.tsx';

type WidgetSheetProps = {
  device: Device;
  /** The widget that is changed; null: a new one is chosen first. */
  initial: WidgetContent | null;
  onClose: () => void;
  onDone: (content: WidgetContent) => void;
};

/** Adds a widget from the library or changes one, with a preview that shows the device's real data. */
export function WidgetSheet({ device, initial, onClose, onDone }: WidgetSheetProps) {
  const [content, setContent] = useState(initial);
  const [wasTried, setTried] = useState(false);
  const { data: control } = useQuery(controlQuery(device.espid));
  const problem = content && contentProblem(content);
  const finish = () => {
    setTried(true);
    if (content && problem === null) onDone(sorted(content));
  };
  return (
    <Sheet
      title={initial ? 'Change widget' : 'Add a widget'}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={content && !initial ? () => setContent(null) : onClose}>
            {content && !initial ? 'Back' : 'Cancel'}
          </Button>
          {content && (
            <Button variant="primary" onClick={finish}>
              {initial ? 'Apply' : 'Add'}
            </Button>
          )}
        </>
      }
    >
      {content ? (
        <div className="editor-form">
          <Preview device={device} content={content} />
          <WidgetFields device={device} control={control} content={content} onChange={setContent} />
          {wasTried && problem && <FormNote kind="error">{problem}</FormNote>}
        </div>
      ) : (
        <Library onChoose={(type) => setContent(newContent(type, device, control))} />
      )}
    </Sheet>
  );
}

/** Zones are typed in any order, and looked up from the lowest. */
const sorted = (content: WidgetContent): WidgetContent =>
  'zones' in content ? { ...content, zones: content.zones.toSorted((a, b) => a.from - b.from) } : content;

function Preview({ device, content }: { device: Device; content: WidgetContent }) {
  const isWhole = contentProblem(content) === null;
  const data = useWidgetData(device, isWhole ? [content] : []);
  return (
    <div className={`editor-preview dashboard-cell-${content.type}`} inert>
      {isWhole ? <WidgetView content={content} data={data} /> : <p>Fill in the fields to see the widget.</p>}
    </div>
  );
}

function Library({ onChoose }: { onChoose: (type: WidgetType) => void }) {
  return (
    <ul className="editor-library">
      {widgetTypes.map((type) => (
        <li key={type}>
          <button type="button" onClick={() => onChoose(type)}>
            <Icon of={widgetKinds[type].icon} />
            <span>
              <b>{widgetKinds[type].name}</b>
              <small>{widgetKinds[type].purpose}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
