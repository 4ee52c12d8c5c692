const FILES = 'Send JPEG files. Photos are filed by their capture time, so check the clock first.';

/** Menus of current bodies; their names differ a little from model to model. */
export const STEPS = [
  {
    camera: 'Canon',
    steps: [
      'Open the network menu, then Network settings, and add a connection of the kind FTP transfer.',
      'Choose FTPS. Type in host, port, user and password. Turn passive mode on.',
      'When the camera asks about the certificate, choose to trust it.',
      'Turn automatic transfer on.',
      FILES,
    ],
  },
  {
    camera: 'Sony',
    steps: [
      'Open Network, then FTP Transfer Func., then Server Setting, and choose an empty server.',
      'Type in host and port, set Secure Protocol to On, then type in user and password.',
      'Allow the connection although the root certificate is unknown.',
      'Turn FTP Function on, and Auto Transfer in FTP Transfer.',
      FILES,
    ],
  },
  {
    camera: 'Nikon',
    steps: [
      'Open the network menu, then Connect to FTP server, and make a new profile by hand.',
      'Choose FTPS, type in host, port, user and password, and turn PASV mode on.',
      'Connect even though the certificate is unknown.',
      'Turn Auto upload on in the options.',
      FILES,
    ],
  },
  {
    camera: 'Computer',
    steps: [
      'Photo Mechanic: choose File, then Upload, and the type FTPS with explicit TLS. Type in the four values.',
      'Lightroom: export to an FTP server with the same values and passive mode.',
      FILES,
    ],
  },
] as const;
