export { deviceGroupsQuery, useBulkAct, useDeviceGroups, useGroupCalls } from './device-groups.ts';
