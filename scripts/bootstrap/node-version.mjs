const oldest = 20;

/** Ends with one line when this Node is too old to install Cyno; the server itself runs on the Node that npm installs. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= oldest) return;
  console.error(`Cyno needs Node ${oldest} or newer, and this is ${process.version}. Get it from https://nodejs.org.`);
  process.exit(1);
}
