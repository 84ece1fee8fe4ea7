export { useBulkAction, wordedFailures } from './bulk-action.ts';
export { deviceGroupsQuery, useDeviceGroups, useGroupCalls } from './device-groups.ts';
