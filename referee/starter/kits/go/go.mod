module {{name}}

go 1.26.0

require github.com/tianming-referee/tianming/clients/go v0.0.0

replace github.com/tianming-referee/tianming/clients/go => ./sdk/tianming
