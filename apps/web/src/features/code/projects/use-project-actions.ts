import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { deleteProject, dropProject, duplicateProject, putProject, recreateProject } from './project-queries.ts';

/** `leave` is called once it is deleted, and goes to another page before the project's own reports that it does not exist. */
type Removal = { project: Project; leave?: () => void | Promise<void> };

/** What is done to a whole project, from the list and from its page; what fails is shown in a toast. */
export function useProjectActions() {
  const client = useQueryClient();
  const toasts = useToasts();
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
  const restore = useMutation({
    mutationFn: ({ name, setup, espids }: Project) => recreateProject(client, { name, setup, espids }),
    onSuccess: (project) => putProject(client, project),
    onError: failed(t`Project not restored`),
  });
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
        action: { label: t`Undo`, onPress: () => restore.mutate(project) },
      });
    },
    onError: failed(t`Project not deleted`),
  });
  return {
    duplicate: {
      mutate(id: number, options?: Parameters<typeof duplicate.mutate>[1]): void {
        // A second press while the first is on its way would make a second copy.
        if (!duplicate.isPending || duplicate.variables !== id) duplicate.mutate(id, options);
      },
    },
    remove,
  };
}
