import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Link } from 'react-router';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { Switch } from '../../../../../ui/fields/switch.tsx';
import { scenesQuery } from '../../../../automation/definitions/index.ts';
import { SharedDashboardContext } from '../../source/use-dashboard-source.ts';
import { titleFrom } from '../../widgets/widget-kinds.ts';
import { kindName } from '../kind-texts.ts';

type SceneContent = Extract<WidgetContent, { type: 'scene' }>;
type SceneFieldsProps = { content: SceneContent; onChange: (content: WidgetContent) => void };

/** Which scene a button runs, and whether a question comes first. */
export function SceneFields({ content, onChange }: SceneFieldsProps) {
  const isShared = useContext(SharedDashboardContext) !== null;
  const { data } = useQuery(scenesQuery);
  const scenes = data?.scenes ?? [];
  const nameOf = (id: number) => scenes.find((scene) => scene.id === id)?.name;
  if (isShared) return <p className="editor-remark">{t`Only the dashboard's owner can add scenes.`}</p>;
  if (data && scenes.length === 0) {
    return (
      <p className="editor-remark">
        <Trans>
          No scenes yet. <Link to="/scenes">Add a scene</Link> to choose it here.
        </Trans>
      </p>
    );
  }
  const choose = (id: string) => {
    const sceneId = Number(id);
    const isUnnamed = content.title === kindName('scene') || content.title === nameOf(content.sceneId);
    onChange({ ...content, sceneId, ...(isUnnamed && { title: titleFrom(nameOf(sceneId) ?? content.title) }) });
  };
  return (
    <>
      <SelectField
        label={t`Scene`}
        size="large"
        options={scenes.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={nameOf(content.sceneId) === undefined ? null : String(content.sceneId)}
        placeholder={t`Choose a scene`}
        onChange={choose}
      />
      <Switch
        label={t`Ask before running`}
        checked={content.confirm}
        onChange={(confirm) => onChange({ ...content, confirm })}
      />
    </>
  );
}
