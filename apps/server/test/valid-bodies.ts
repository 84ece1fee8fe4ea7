const timer =
  '{"kind":"timer","at":{"type":"time","secondOfDay":60},"repeat":{"type":"daily"},"action":{"kind":"event","name":"led","value":"1"}}';
/** Bodies of routes for which `{}` is none that is valid, so that they come to look for the device. */
export const validBodies: Record<string, string> = {
  'PATCH /api/device/{espid}': '{"name":"Mine now"}',
  'POST /api/device/{espid}/io': '{"pins":[{"pin":"4","mode":"digit","value":1}]}',
  'POST /api/device/{espid}/annotations': '{"from":1,"to":null,"text":"Filter changed","tone":"note"}',
  'PUT /api/device/{espid}/annotations/{id}': '{"from":1,"to":2,"text":"Filter changed","tone":"note"}',
  'POST /api/device/{espid}/imports': '{"name":"values.csv","bytes":1}',
  'POST /api/device/{espid}/imports/{id}/preview': '{"layout":null,"mapping":null}',
  'POST /api/device/{espid}/imports/{id}/start':
    '{"layout":{"delimiter":",","header":true,"decimal":"."},"mapping":{"time":{"column":0,"format":"iso","zone":"UTC"},"columns":[{"column":1,"key":"a","kind":"number"}]},"overwrite":false}',
  'PUT /api/device/{espid}/dashboard': '{"template":"dht"}',
  'POST /api/device/{espid}/dashboard/confirm': '{"version":1}',
  'PUT /api/device/{espid}/dashboard/widgets': '{"name":"Mine","widgets":[],"basedOn":null}',
  'POST /api/device/{espid}/reset': '{"espid":"ESP32-D0WDQ6-100_0a1b2c3d"}',
  'POST /api/device/{espid}/event': '{"name":"led","value":"1"}',
  'PUT /api/device/{espid}/outputs/{pin}': '{"mode":"digit","name":null,"locked":false,"momentaryMs":null}',
  'POST /api/device/{espid}/passes': `{"name":"Anna","title":"Gate","target":{"kind":"event","name":"led"},"offers":[{"value":"1","label":"Open"}],"uses":1,"from":null,"until":9e12}`,
  'POST /api/device/{espid}/copy-settings': '{"to":["ESP32-D0WDQ6-100_0a1b2c3e"],"parts":["tags"]}',
  'PUT /api/device/{espid}/variables/{key}': '{"label":null,"unit":null,"hue":null,"decimals":null,"range":null}',
  'PUT /api/device/{espid}/variables/{key}/calibration': '{"offset":0,"scale":1}',
  'PUT /api/device/{espid}/computed/{key}': '{"formula":"temp * 2","unit":null,"label":null}',
  'POST /api/device/{espid}/computed/preview': '{"formula":"temp * 2","unit":null,"key":null}',
  'PUT /api/device/{espid}/variables/{key}/retention': '{"days":null}',
  'POST /api/device/{espid}/automations': `{"name":null,"enabled":true,"definition":${timer}}`,
  'PUT /api/device/{espid}/automations/{id}': `{"name":null,"enabled":true,"definition":${timer}}`,
  'POST /api/device/{espid}/automations/{id}/blueprint': '{"name":"A","description":"","inputs":null}',
  'POST /api/device/{espid}/automations/preview': `{"definition":${timer}}`,
  'POST /api/device/{espid}/automations/dry-run': `{"definition":${timer},"days":1}`,
  'PUT /api/device/{espid}/events/{name}':
    '{"label":null,"widget":"text","min":null,"max":null,"step":null,"choices":[],"locked":false,"momentary":false}',
  'POST /api/device/{espid}/shares': '{"email":"somebody@example.com","role":"viewer","expiresAt":null}',
  'PATCH /api/device/{espid}/shares/{id}': '{"role":"viewer"}',
  'POST /api/device/{espid}/transfer': '{"email":"somebody@example.com","espid":"ESP32-D0WDQ6-100_0a1b2c3d"}',
};
