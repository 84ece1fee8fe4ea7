import type { Project, ProjectDifference, ProjectRequest, SketchRequest } from '@cyno/contract';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { downloadZip } from '../../boards/sketches/index.ts';

/** The account's projects, the one changed last first. */
export const projectsQuery = queryOptions({
  queryKey: queryKeys.projects(),
  queryFn: async ({ signal }): Promise<Project[]> => {
    const { projects } = await call('GET /api/projects', { signal });
    return projects.toSorted((a, b) => b.updatedAt - a.updatedAt);
  },
  staleTime: 30_000,
});

/** What the sketch of a project declares against what its boards send. */
export function useDifference({ id, updatedAt }: Project) {
  return useQuery({
    queryKey: queryKeys.projectDifference(id, updatedAt),
    queryFn: ({ signal }): Promise<ProjectDifference> =>
      call('GET /api/projects/:id/difference', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The files of a set-up, with the account's e-mail and connection key filled in; the last ones stay while the next come. */
export function useGenerated(request: SketchRequest | null) {
  const language = currentLanguage();
  return useQuery({
    queryKey: queryKeys.sketch(request, language),
    queryFn: request
      ? ({ signal }) => call('POST /api/sketches/generate', { query: { language }, body: request, signal })
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the files of a set-up as one zip; throws `ApiError`. */
export const downloadProject = (request: SketchRequest, name: string): Promise<void> => downloadZip(name, request);

/** Saves a project: a new one without `id`, else in its place. */
export function useSaveProject(client: QueryClient) {
  return useMutation({
    mutationFn: ({ id, ...body }: ProjectRequest & { id?: number }) =>
      id === undefined ? call('POST /api/projects', { body }) : call('PUT /api/projects/:id', { params: { id }, body }),
    onSuccess: (project) => putProject(client, project),
  });
}

/** Makes a copy of a project under another name. */
export const duplicateProject = (id: number) => call('POST /api/projects/:id/duplicate', { params: { id } });

export const deleteProject = (id: number) => call('DELETE /api/projects/:id', { params: { id } });

/** Takes a project into the list that the page has, without requesting all of them. */
export function putProject(client: QueryClient, project: Project): void {
  client.setQueryData(projectsQuery.queryKey, (all) => all && [project, ...all.filter(({ id }) => id !== project.id)]);
}

/** Takes a project out of that list. */
export function dropProject(client: QueryClient, gone: number): void {
  client.setQueryData(projectsQuery.queryKey, (all) => all?.filter(({ id }) => id !== gone));
}
