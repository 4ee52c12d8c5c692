// The import arrows of ARCHITECTURE.md.
const inModule = '^server/modules/([^/]+)/';
const privateFile = '\\.(routes|queries|jobs|wire)\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-only-zod-and-lingui',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/|(^|/)node_modules/(zod|@lingui/core)/' },
    },
    {
      name: 'engines-know-nothing-of-the-site',
      severity: 'error',
      from: { path: '^engines/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(contract|engines|server|web|proofs)/', pathNot: '^engines/$1/' },
    },
    {
      name: 'rules-import-nothing',
      severity: 'error',
      from: { path: '^contract/rules/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/rules/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(modules|demo|testing)/|^server/[^/]+\\.ts$' },
    },
    {
      name: 'modules-meet-at-their-landings',
      severity: 'error',
      from: { path: inModule, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/modules/.+${privateFile}`, pathNot: '^server/modules/$1/' },
    },
    {
      name: 'folders-of-a-module-meet-at-their-landings',
      severity: 'error',
      from: { path: `${inModule}([^/]+)/`, pathNot: '\\.(test|wire)\\.ts$' },
      to: {
        path: `^server/modules/$1/[^/]+/.+${privateFile}`,
        pathNot: '^server/modules/$1/$2/',
      },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'components-know-no-feature',
      severity: 'error',
      from: { path: '^web/(components|lib|theme)/' },
      to: { path: '^web/(features|pages)/' },
    },
    {
      name: 'only-tests-use-testing',
      severity: 'error',
      from: { path: '^(server|contract)/', pathNot: '\\.test\\.ts$|^server/testing/' },
      to: { path: '^server/testing/' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(node:|virtual:)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|webp|jpg|woff2)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
