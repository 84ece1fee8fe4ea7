import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { dashboards, devices } from '../../../platform/database/schema/index.ts';

/** Where a button of a scene stands; `deviceId` null: on a dashboard of the account. */
export interface SceneButton {
  readonly dashboardId: number;
  readonly deviceId: number | null;
}

/** The SQL of scenes on dashboards. */
export function dashboardScenesRepository({ orm }: Database) {
  return {
    /** The dashboards of an account, and those of its devices, that have a button for the scene. */
    async listButtons(accountId: number, sceneId: number): Promise<SceneButton[]> {
      const path = '$[*].content ? (@.type == "scene" && @.sceneId == $id)';
      return orm
        .select({ dashboardId: dashboards.id, deviceId: dashboards.deviceId })
        .from(dashboards)
        .leftJoin(devices, eq(devices.id, dashboards.deviceId))
        .where(
          and(
            sql`coalesce(${devices.accountId}, ${dashboards.accountId}) = ${accountId}`,
            isNull(dashboards.deletedAt),
            isNull(devices.deletedAt),
            sql`jsonb_path_exists(${dashboards.widgets}, ${path}::jsonpath, jsonb_build_object('id', ${sceneId}::int))`,
          ),
        );
    },
  };
}

export type DashboardScenesRepository = ReturnType<typeof dashboardScenesRepository>;
