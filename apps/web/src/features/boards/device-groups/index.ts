export { deviceGroupsQuery, useBulkAction, useDeviceGroups, useGroupCalls } from './device-groups.ts';
