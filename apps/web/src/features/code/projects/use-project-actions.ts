import type { Project, ProjectRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { deleteProject, dropProject, duplicateProject, putProject, useSaveProject } from './project-queries.ts';

/** What a project is saved as again: for a new name, other devices, or after it was deleted. */
export const requestOf = ({ name, setup, espids }: Project): ProjectRequest => ({ name, setup, espids });

/** `leave` goes to another page before the project's own reports that it does not exist. */
type Removal = { project: Project; leave?: () => void | Promise<void> };

/** What is done to a whole project, from the list and from its page; what fails is shown in a toast. */
export function useProjectActions() {
  const client = useQueryClient();
  const toasts = useToasts();
  const save = useSaveProject(client);
  const failed = (title: string) => (error: Error) =>
    toasts.add({ kind: 'error', title, detail: failureText(error), key: 'project' });
  const duplicate = useMutation({
    mutationFn: duplicateProject,
    onSuccess: (project) => {
      putProject(client, project);
      toasts.add({ kind: 'success', title: t`Saved as “${{ name: project.name }}”`, key: 'project' });
    },
    onError: failed(t`Project not duplicated`),
  });
  const restore = (project: Project) => save.mutate(requestOf(project), { onError: failed(t`Project not restored`) });
  const remove = useMutation({
    mutationFn: async ({ project, leave }: Removal) => {
      await deleteProject(project.id);
      await leave?.();
    },
    onSuccess: (_, { project }) => {
      dropProject(client, project.id);
      toasts.add({
        kind: 'info',
        title: t`“${{ name: project.name }}” deleted`,
        key: 'project',
        action: { label: t`Undo`, onPress: () => restore(project) },
      });
    },
    onError: failed(t`Project not deleted`),
  });
  return { duplicate, remove };
}
