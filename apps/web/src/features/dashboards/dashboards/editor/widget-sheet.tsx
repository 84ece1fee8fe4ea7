import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CloseQuestion } from '../../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { controlQuery } from '../../../boards/control/index.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { useDashboardData, useDashboardSource } from '../source/use-dashboard-source.ts';
import type { Bound } from '../widgets/widget-data.ts';
import type { WidgetType } from '../widgets/widget-kinds.ts';
import { WidgetTile } from '../widgets/widget-tile.tsx';
import { contentProblem } from './content-problem.ts';
import { DeviceField } from './fields/device-field.tsx';
import { DevicelessFields, isDeviceless, WidgetFields } from './fields/widget-fields.tsx';
import { newContent } from './new-content.ts';
import { WidgetLibrary } from './widget-library.tsx';

type WidgetSheetProps = {
  /** The device of widgets that name none; null: there is none. */
  chosen: SeenDevice | null;
  /** What that is called here; null: each widget names its own. */
  ownLabel: string | null;
  /** All widgets of the dashboard. */
  widgets: readonly Bound[];
  /** The widget that is changed; null: a new one is chosen first. */
  initial: Bound | null;
  onClose: () => void;
  onDone: (bound: Bound) => void;
};

/** Adds a widget from the library or changes one, with a preview that shows the device's real data. */
export function WidgetSheet({ chosen, ownLabel, widgets, initial, onClose, onDone }: WidgetSheetProps) {
  const seen = useDashboardSource().devices.filter(({ pending }) => !pending);
  const [content, setContent] = useState(initial?.content ?? null);
  const [named, setNamed] = useState(initial ? initial.device : chosen ? undefined : seen[0]?.espid);
  const [start, setStart] = useState({ content, named });
  const [wasTried, setTried] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isChanged = content !== null && JSON.stringify({ content, named }) !== JSON.stringify(start);
  useUnsavedChanges(isChanged);
  const device = named === undefined ? chosen : (seen.find(({ espid }) => espid === named) ?? null);
  const { data: control } = useQuery({ ...controlQuery(device?.espid ?? ''), enabled: device !== null });
  const hasDevice = !content || !isDeviceless(content);
  const problem = content && (contentProblem(content) ?? (device || !hasDevice ? null : t`Choose a device.`));
  const bound = (next: WidgetContent): Bound => ({
    ...(named !== undefined && hasDevice && { device: named }),
    content: next,
  });
  const others = widgets
    .filter((widget) => (widget.device ?? chosen?.espid) === device?.espid)
    .map((one) => one.content);
  const leave = () => (isChanged ? setConfirming(true) : onClose());
  const finish = () => {
    setTried(true);
    if (content && problem === null) onDone(bound(sorted(content)));
  };
  return (
    <Sheet
      title={initial ? t`Edit widget` : t`Add widget`}
      isOpen
      onClose={leave}
      footer={
        <>
          <Button onClick={content && !initial ? () => setContent(null) : leave}>
            {content && !initial ? t`Back` : t`Cancel`}
          </Button>
          {content && (
            <Button variant="primary" onClick={finish}>
              {initial ? t`Apply` : t`Add`}
            </Button>
          )}
        </>
      }
    >
      <div className="editor-form">
        {content && <Preview chosen={chosen} bound={bound(content)} />}
        {hasDevice && <DeviceField device={named} ownLabel={ownLabel} onChange={setNamed} />}
        {content && isDeviceless(content) && <DevicelessFields content={content} onChange={setContent} />}
        {content && !isDeviceless(content) && device && (
          <WidgetFields device={device} control={control} content={content} onChange={setContent} />
        )}
        {content && wasTried && problem && <FormNote kind="error">{problem}</FormNote>}
        {!content && device && (
          <WidgetLibrary
            device={device}
            control={control}
            others={others}
            onChoose={(type: WidgetType) => {
              const fresh = newContent(type, { device, control, others });
              setStart({ content: fresh, named });
              setContent(fresh);
            }}
          />
        )}
        {hasDevice && !device && (
          <p className="editor-remark">
            {seen.length === 0 ? t`No devices yet. Add a device first.` : t`Choose a device to see its values here.`}
          </p>
        )}
      </div>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your changes to this widget will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

/** Zones are typed in any order, and looked up from the lowest. */
const sorted = (content: WidgetContent): WidgetContent =>
  'zones' in content && content.zones
    ? { ...content, zones: content.zones.toSorted((a, b) => a.from - b.from) }
    : content;

function Preview({ chosen, bound }: { chosen: SeenDevice | null; bound: Bound }) {
  const isWhole = contentProblem(bound.content) === null;
  const dataOf = useDashboardData({ widgets: isWhole ? [bound] : [], chosen });
  return (
    <div className={`editor-preview dashboard-cell-${bound.content.type}`} inert>
      {isWhole ? <WidgetTile widget={bound} data={dataOf(bound)} /> : <p>{t`Fill in the fields to see a preview.`}</p>}
    </div>
  );
}
