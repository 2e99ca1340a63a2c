@AccessControl.authorizationCheck: #NOT_REQUIRED
@EndUserText.label: 'Routes with their ports'
define view entity ZFERRY_I_ROUTE
  as select from zferry_route as route
    inner join   zferry_port  as origin      on origin.port_id = route.from_port
    inner join   zferry_port  as destination on destination.port_id = route.to_port
{
  key route.route_id   as RouteId,
      route.from_port  as FromPort,
      origin.name      as FromName,
      route.to_port    as ToPort,
      destination.name as ToName,
      route.duration   as Minutes,
      route.distance   as Miles
}
