import type { Project, ProjectDifference, ProjectRequest, SketchRequest, SketchResponse } from '@cyno/contract';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, noContent } from '../../../lib/api/api-client.ts';
import { downloadZip } from '../../boards/sketches/index.ts';

const contract = () => import('@cyno/contract');
const path = (id: number, rest = '') => `/api/projects/${id}${rest}`;

/** The account's projects, the one changed last first. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }): Promise<Project[]> => {
    const { projects } = await api.get('/api/projects', (await contract()).projectList, { signal });
    return projects.toSorted((a, b) => b.updatedAt - a.updatedAt);
  },
  staleTime: 30_000,
});

/** What the sketch of a project declares against what its boards send. */
export function useDifference({ id, updatedAt }: Project) {
  return useQuery({
    queryKey: ['project-difference', id, updatedAt],
    queryFn: async ({ signal }): Promise<ProjectDifference> =>
      api.get(path(id, '/difference'), (await contract()).projectDifference, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The files of a set-up, with the account's e-mail and connection key filled in; the last ones stay while the next come. */
export function useGenerated(request: SketchRequest | null) {
  return useQuery({
    queryKey: ['sketch', 'generate', request],
    queryFn: async ({ signal }): Promise<SketchResponse> =>
      api.post('/api/sketches/generate', request, (await contract()).sketchResponse, { signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the files of a set-up as one zip; throws `ApiError`. */
export const downloadProject = (request: SketchRequest, name: string): Promise<void> =>
  downloadZip('/api/sketches/zip', name, request);

/** Saves a project: a new one without `id`, else in its place. */
export function useSaveProject(client: QueryClient) {
  return useMutation({
    mutationFn: async ({ id, ...request }: ProjectRequest & { id?: number }): Promise<Project> => {
      const { project } = await contract();
      return id === undefined ? api.post('/api/projects', request, project) : api.put(path(id), request, project);
    },
    onSuccess: (project) => putProject(client, project),
  });
}

/** Makes a copy of a project under another name. */
export const duplicateProject = async (id: number): Promise<Project> =>
  api.post(path(id, '/duplicate'), undefined, (await contract()).project);

export const deleteProject = (id: number): Promise<void> => api.delete(path(id), noContent);

/** Takes a project into the list that the page has, without requesting all of them. */
export function putProject(client: QueryClient, project: Project): void {
  client.setQueryData(projectsQuery.queryKey, (all) => all && [project, ...all.filter(({ id }) => id !== project.id)]);
}

/** Takes a project out of that list. */
export function dropProject(client: QueryClient, gone: number): void {
  client.setQueryData(projectsQuery.queryKey, (all) => all?.filter(({ id }) => id !== gone));
}
