import type { ChangeProject, Project, ProjectDifference, ProjectRequest, SketchRequest } from '@cyno/contract';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { devicesQuery } from '../../boards/devices/index.ts';
import { usePairing } from '../../boards/pairing/index.ts';
import { downloadZip } from '../../boards/sketches/index.ts';

/** The account's projects, the one changed last first. */
export const projectsQuery = queryOptions({
  queryKey: queryKeys.projects(),
  queryFn: async ({ signal }): Promise<Project[]> => {
    const { projects } = await call('GET /api/projects', { signal });
    return projects.toSorted(byChange);
  },
  staleTime: 30_000,
});

const byChange = (a: Project, b: Project): number => b.updatedAt - a.updatedAt;

/** One project as the server has it now; throws `ApiError`. */
export const fetchProject = (id: number): Promise<Project> => call('GET /api/projects/:id', { params: { id } });

/** What the sketch of a project declares against what its boards send. */
export function useDifference({ id, updatedAt, espids }: Project) {
  return useQuery({
    queryKey: queryKeys.projectDifference(id, { updatedAt, espids }),
    queryFn: ({ signal }): Promise<ProjectDifference> =>
      call('GET /api/projects/:id/difference', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The files of a set-up, with the account's e-mail and connection key filled in; the last ones stay while the next come. */
export function useGenerated(request: SketchRequest | null) {
  const language = currentLanguage();
  const connectionKey = usePairing().data?.connectionKey;
  return useQuery({
    queryKey: queryKeys.sketch({ request, connectionKey }, language),
    queryFn: request
      ? ({ signal }) => call('POST /api/sketches/generate', { query: { language }, body: request, signal })
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the files of a set-up as one zip; throws `ApiError`. */
export const downloadProject = (request: SketchRequest, name: string): Promise<void> => downloadZip(name, request);

const createProject = (body: ProjectRequest) => call('POST /api/projects', { body });

/** Makes a project, new or again after it was deleted, with those of its devices that the account still has. */
export async function recreateProject(client: QueryClient, { espids, ...content }: ProjectRequest): Promise<Project> {
  // Else it would be made when the network is back.
  const devices = espids.length > 0 ? await client.fetchQuery({ ...devicesQuery, networkMode: 'always' }) : [];
  const present = espids.filter((espid) => devices.some((device) => device.espid === espid));
  return createProject({ ...content, espids: present });
}

/** Changes only what is given; an `ApiError` with the code `conflict`: name or set-up were saved since `basedOn`. */
export const changeProject = (id: number, body: ChangeProject) =>
  call('PATCH /api/projects/:id', { params: { id }, body });

/** Changes what is given of a project, and notes it in the list. */
export function useChangeProject(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeProject) => changeProject(id, change),
    onSuccess: (project) => putProject(client, project),
  });
}

/** Makes a copy of a project under another name. */
export const duplicateProject = (id: number) => call('POST /api/projects/:id/duplicate', { params: { id } });

export const deleteProject = (id: number) => call('DELETE /api/projects/:id', { params: { id } });

/** Takes a project into the list that the page has, without requesting all of them. */
export function putProject(client: QueryClient, project: Project): void {
  client.setQueryData(
    projectsQuery.queryKey,
    (all) => all && [project, ...all.filter(({ id }) => id !== project.id)].toSorted(byChange),
  );
}

/** Takes a project out of that list. */
export function dropProject(client: QueryClient, gone: number): void {
  client.setQueryData(projectsQuery.queryKey, (all) => all?.filter(({ id }) => id !== gone));
}
