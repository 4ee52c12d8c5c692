// Translates version 1 line by line. The test of the texts compares headings, items and placeholders.

export const DEFAULT_TERMS_ES = `# Qué es {site_name}
{site_name} vende fotos de presentaciones en competencias de porras, baile y gimnasia. Puedes seguir a un equipo, ver una vista previa de sus álbumes y comprar álbumes o fotos sueltas para descargar.

# Tu cuenta
- Tienes al menos 18 años, o tu mamá, tu papá o tu tutor acepta por ti.
- Usas tu propio correo y no le das tu contraseña a nadie. Eres responsable de lo que pase con tu cuenta.
- Una persona, una cuenta. No la compartas ni dejes que la usen programas.

# Ver fotos
- Las vistas previas llevan una marca de agua y una marca de tu cuenta, y son para elegir fotos. El número de vistas previas es limitado porque en las fotos hay niños.
- No copies, grabes ni juntes vistas previas, y no busques a personas que no sean de tu familia o de tu equipo.
- La invitación a un álbum es personal. No la publiques.

# Comprar
- Ves los precios con impuestos antes de pagar. El contrato queda hecho cuando confirmamos tu pago.
- Puedes descargar lo que compras tantas veces como diga su página. Guarda una copia: no podemos guardar las fotos para siempre.
- En un pedido en grupo, el cobro a tu tarjeta se hace cuando se toma la última parte. Si quedan partes libres al llegar la fecha límite, se libera la retención en tu tarjeta.
- Puedes cambiar un álbum por otro una vez, dentro de 48 horas, si no se ha descargado nada de él. Si una foto sale mal o un álbum no es lo que se prometió, escríbenos y lo arreglamos o te devolvemos tu dinero.

# Qué puedes hacer con tus fotos
- Imprimirlas y compartirlas con tu familia, tus amigos y tu equipo, también en redes sociales.
- No las vendas, no las uses en publicidad, no quites el nombre del fotógrafo ni entrenes con ellas reconocimiento facial u otros programas.

# Reportar una foto
Cualquier persona puede reportar una foto. Si una foto tuya o de tu hijo no debe mostrarse, repórtala por motivos de privacidad y la quitamos o la revisamos sin demora.

# Cuando termina una cuenta
Puedes eliminar tu cuenta en la página de tu perfil en cualquier momento. Podemos suspender una cuenta que no cumpla estas reglas, en especial una que junte fotos de niños. Conservas los derechos de las fotos que compraste debidamente, a menos que la ley o la seguridad de un niño lo impidan.

# Responsabilidad
Respondemos sin límite en casos de dolo, de negligencia grave y de daños a la vida y a la salud. En los demás casos respondemos solo por daños típicos y previsibles.

# Cambios
Si estas condiciones cambian, te pedimos que las aceptes antes de continuar.

# Quiénes somos
{postal_address}`;

export const DEFAULT_PRIVACY_ES = `# En pocas palabras
En las fotos hay niños, así que mostramos poco, preguntamos quién las ve y guardamos solo lo que necesitamos. No vendemos datos ni mostramos publicidad.

# Qué guardamos de ti
- Tu nombre, tu correo y, si los das, tu fecha de nacimiento, tu ciudad y tu teléfono.
- Los equipos que sigues, los álbumes que abriste, tus favoritas y tus invitaciones.
- Tus pedidos y recibos. El número de tu tarjeta se queda con el procesador de pagos; nosotros guardamos la marca, los últimos cuatro dígitos y la fecha de vencimiento.
- Tus mensajes al equipo de ayuda y los reportes de fotos.
- Qué vistas previas se te mostraron y cuándo. Cada vista previa lleva una marca de tu cuenta que no se ve, para que podamos saber a quién se le mostró una copia filtrada. No la usamos para nada más, y se borra con tu cuenta.
- Los dispositivos y las direcciones de red desde los que inicias sesión, para que no entren extraños y para detectar a quien junte fotos.

# Buscar a tu atleta
Si lo activas, calculamos una plantilla de la cara a partir de las fotos que subes de tu hijo o de ti, y la comparamos con las fotos de los álbumes que tienes. Se hace en nuestras propias máquinas, solo con tu consentimiento y para nadie más. Puedes retirar tu consentimiento en cualquier momento: entonces se destruyen las fotos, la plantilla y los resultados. Las plantillas que no se usan se borran automáticamente.

# Quién recibe datos
- El procesador de pagos, para cobrar; los proveedores de correo y de mensajes de texto, para comunicarnos contigo.
- Los fotógrafos y los organizadores de eventos reciben totales de ventas sin tu nombre.
- Las autoridades, cuando la ley nos obliga.

# Fotos de presentaciones
El organizador de un evento permite que se tomen fotos. Las fotos se muestran con marca de agua a personas con una cuenta y un correo confirmado. Quitamos los datos de ubicación de cada foto que sale de aquí. Cualquier persona puede reportar una foto y pedir que se quite.

# Por cuánto tiempo
Los datos de tu cuenta se quedan hasta que la elimines. Los recibos se guardan el tiempo que exigen las leyes de impuestos, sin tu nombre una vez que se elimina la cuenta. Los registros técnicos se borran después de poco tiempo. El registro de a quién se le mostró cada vista previa se borra después de {leak_tracing_months} meses.

# Cookies
Usamos lo que el sitio necesita para funcionar: tu sesión, tus ajustes y un número que distingue tu dispositivo de otros por seguridad. Nada te sigue a otros sitios.

# Tus derechos
En la página de tu perfil puedes ver y cambiar tus datos, exportarlos todos, oponerte a un uso y eliminar tu cuenta de inmediato. Escríbenos con el botón de ayuda o presenta una queja ante tu autoridad de protección de datos.

# Quién es responsable
{postal_address}`;
