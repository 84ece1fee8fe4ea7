export { deviceGroupsQuery, useBulkAction, useDeviceGroups, useGroupCalls, wordedFailures } from './device-groups.ts';
