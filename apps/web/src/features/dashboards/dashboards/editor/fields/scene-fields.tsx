import type { WidgetContent } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Link } from 'react-router';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { Switch } from '../../../../../ui/fields/switch.tsx';
import { scenesQuery } from '../../../../automation/definitions/index.ts';
import { SharedDashboardContext } from '../../source/use-dashboard-source.ts';
import { titleFrom, widgetKinds } from '../../widgets/widget-kinds.ts';

type SceneContent = Extract<WidgetContent, { type: 'scene' }>;
type SceneFieldsProps = { content: SceneContent; onChange: (content: WidgetContent) => void };

/** Which scene a button runs, and whether a question comes first. */
export function SceneFields({ content, onChange }: SceneFieldsProps) {
  const isShared = useContext(SharedDashboardContext) !== null;
  const { data } = useQuery(scenesQuery);
  const scenes = data?.scenes ?? [];
  const nameOf = (id: number) => scenes.find((scene) => scene.id === id)?.name;
  if (isShared) return <p className="editor-remark">Only the owner of the dashboard puts scenes on it.</p>;
  if (data && scenes.length === 0) {
    return (
      <p className="editor-remark">
        You have no scene yet. <Link to="/scenes">Add one</Link>, and choose it here.
      </p>
    );
  }
  const choose = (id: string) => {
    const sceneId = Number(id);
    const isUnnamed = content.title === widgetKinds.scene.name || content.title === nameOf(content.sceneId);
    onChange({ ...content, sceneId, ...(isUnnamed && { title: titleFrom(nameOf(sceneId) ?? content.title) }) });
  };
  return (
    <>
      <SelectField
        label="Scene"
        size="large"
        options={scenes.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={nameOf(content.sceneId) === undefined ? null : String(content.sceneId)}
        placeholder="Choose a scene"
        onChange={choose}
      />
      <Switch
        label="Ask before it runs"
        checked={content.confirm}
        onChange={(confirm) => onChange({ ...content, confirm })}
      />
    </>
  );
}
