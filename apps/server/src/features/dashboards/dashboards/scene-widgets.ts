import type { Widget } from '@cyno/contract';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';

type Widgets = readonly Pick<Widget, 'content'>[];

/** Who changes the widgets of a dashboard, and which scenes the owner of the dashboard has. */
interface SceneOwner {
  readonly isOwn: boolean;
  hasScene(id: number): Promise<boolean>;
}

const sceneIds = (widgets: Widgets): number[] =>
  widgets.flatMap(({ content }) => (content.type === 'scene' ? [content.sceneId] : []));

/**
 * Describes why the scenes of changed widgets cannot be on a dashboard; null: they can. They are the owner's, and only the owner adds
 * them. What was there before may stay, also when its scene is deleted.
 */
export async function sceneWidgetsProblem(
  changed: Widgets,
  present: Widgets,
  { isOwn, hasScene }: SceneOwner,
): Promise<AppError | null> {
  const known = new Set(sceneIds(present));
  for (const id of new Set(sceneIds(changed)).difference(known)) {
    if (!isOwn) return badRequest('Only the owner of the dashboard puts scenes on it.', because('owner_adds_scenes'));
    if (!(await hasScene(id)))
      return badRequest(
        'You have no such scene any more. Choose another one.',
        because('thing_not_found', { thing: 'scene' }),
      );
  }
  return null;
}
